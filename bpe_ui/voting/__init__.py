"""A class votes on the next merge: rooms in memory, the teacher's panel and the page of the students."""
