def moving_average(values, size):
    """The average of each value and those before it, `size` at most."""
    total = sum(values[:size]) / size
    result = [total]
    for index in range(1, len(values)):
        window = values[index:index + size]
        result.append(sum(window) / size)
    return result
