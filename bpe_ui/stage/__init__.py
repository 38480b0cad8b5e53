"""What the stage of a training is sent, and the texts that every stage's message is made of."""
