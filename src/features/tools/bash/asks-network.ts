const CLIENTS =
  'curl|wget|https?|xhs?|aria2c|lynx|w3m|e?links|nc|ncat|netcat|telnet|s?ftp|ssh|gh|glab|dig|nslookup|whois'
const CALLED = new RegExp(`(?:^|[\\s;&|(\`{/])(?:${CLIENTS})(?=\\s)`)

/**
 * Whether a command names a program that prints what it gets from elsewhere. It decides nothing: its output is marked
 * as what a web page is marked as, and one word too many costs a line.
 */
export const asksNetwork = (command: string): boolean => CALLED.test(command)
