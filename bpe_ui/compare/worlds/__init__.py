"""The tree of worlds: every choice among ties."""
