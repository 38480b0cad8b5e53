"""Stages, which the browser moves by itself: where one stands, what that of a training is sent; texts."""
