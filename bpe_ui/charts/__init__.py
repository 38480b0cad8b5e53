"""The Charts page: the numbers of a training and of a second one, as charts under sentences."""
