const pad = n => String(n).padStart(2, '0')
export const formatDate = date => `${pad(date.getUTCDate())}.${pad(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`
export const dateLine = date => `Date: ${formatDate(date)}`
