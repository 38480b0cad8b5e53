"""The Train page: the data for its stage, and what the stage asks for."""
