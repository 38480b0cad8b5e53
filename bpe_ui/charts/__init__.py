"""The Charts page: charts of a training, and of a second one, with sentences that give the numbers."""
