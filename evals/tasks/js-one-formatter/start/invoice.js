const two = n => (n < 10 ? `0${n}` : `${n}`)
export const invoiceHead = (id, date) =>
  `Invoice ${id} of ${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`
