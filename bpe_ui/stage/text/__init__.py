"""The texts on screen: sentences and verdicts, as parts, and how a token is written."""
