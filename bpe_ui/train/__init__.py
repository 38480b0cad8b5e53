"""The Train page: what the stage is sent, and what it asks for."""
