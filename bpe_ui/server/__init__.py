"""What stands around all visits: failures, requests that are refused, memory, visits that have ended."""
