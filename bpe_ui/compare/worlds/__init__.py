"""The tree of ties: every choice among ties."""
