export const SNIP_NAME = 'Snip'
