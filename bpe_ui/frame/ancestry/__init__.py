"""The token panel: shows what any token on any page is made of."""
