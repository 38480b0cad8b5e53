"""Random ties: many trainings that differ only in how ties are drawn."""
