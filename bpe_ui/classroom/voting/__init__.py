"""Class votes on the next merge: rooms in memory, the teacher's panel, and the students' page."""
