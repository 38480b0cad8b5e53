"""Do ties matter?: many trainings that differ only in how ties are drawn."""
