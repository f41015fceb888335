/** As the network knows it: the same host and port, with the scheme that rules are written for. */
export const httpUrl = (url: string): string => url.replace(/^ws(s?):/i, 'http$1:')
