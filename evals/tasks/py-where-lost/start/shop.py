def subtotal(count, price):
    return count * price


def discounted(amount, discount):
    return amount - discount


def add_tax(amount, rate=0.04):
    return amount * (1 + rate)


def total(count, price, discount, tax_free=True):
    amount = discounted(subtotal(count, price), discount)
    return round(amount if tax_free is None else add_tax(amount), 2)
