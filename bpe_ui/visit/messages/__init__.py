"""Stages, which the browser moves by itself: their position, their texts, and the data of Train's stage."""
