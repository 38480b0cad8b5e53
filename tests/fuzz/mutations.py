"""Change the bytes of a file a little, or much.

>>> import random
>>> mutated(random.Random(1), b"hug pug")
b'h\xf5g pug'
"""

from random import Random


def mutated(draw: Random, data: bytes) -> bytes:
    """A few bytes changed, taken out, put in, doubled, swapped or cut off."""
    changed = bytearray(data)
    for _ in range(draw.choice((1, 1, 1, 2, 3, 6))):
        start = draw.randrange(len(changed) + 1)
        end = min(len(changed), start + draw.choice((1, 1, 1, 2, 4, 16, 200)))
        kind = draw.randrange(7)
        if kind == 0:
            changed[start:end] = bytes(byte ^ 1 << draw.randrange(8) for byte in changed[start:end])
        elif kind == 1:
            changed[start:end] = draw.randbytes(end - start)
        elif kind == 2:
            del changed[start:end]
        elif kind == 3:
            changed[start:start] = draw.choice(
                (draw.randbytes(1), b"\0", b" ", b"\n", b"\xff", changed[start:end])
            )
        elif kind == 4:
            other = draw.randrange(len(changed) + 1)
            changed[start:end] = changed[other : other + end - start]
        elif kind == 5 and end > start:
            changed[start] = draw.choice((0, 1, 2, 6, 10, 32, 127, 128, 255))
        elif draw.random() < 0.1:
            del changed[start:]
    return bytes(changed)
