import { formatDate } from './format-date.js'

export const invoiceHead = (id, date) => `Invoice ${id} of ${formatDate(date)}`
