"""What is around every page: its header, its style, and what the browser keeps of a visit."""
