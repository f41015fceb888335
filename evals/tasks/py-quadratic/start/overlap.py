def common(first, second):
    result = []
    for item in first:
        if item in second and item not in result:
            result.append(item)
    return result
