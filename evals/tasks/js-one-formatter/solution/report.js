import { formatDate } from './format-date.js'

export const reportHead = (name, date) => `${name} (${formatDate(date)})`
