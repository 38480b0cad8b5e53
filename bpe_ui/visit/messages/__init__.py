"""Stages, which the browser moves by itself: where one stands, its texts, and the data of Train's stage."""
