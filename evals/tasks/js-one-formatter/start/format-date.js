const pad = n => String(n).padStart(2, '0')
export const dateLine = date => `Date: ${pad(date.getUTCDate())}.${pad(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`
