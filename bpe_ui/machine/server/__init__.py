"""What serves all visits: requests that are refused, open files, visits that have ended."""
