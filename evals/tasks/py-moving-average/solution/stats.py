def moving_average(values, size):
    """The average of each value and those before it, `size` at most."""
    result = []
    for index in range(len(values)):
        window = values[max(0, index + 1 - size):index + 1]
        result.append(sum(window) / len(window))
    return result
