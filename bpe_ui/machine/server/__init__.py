"""What serves all visits: failures, requests that are refused, visits that have ended."""
