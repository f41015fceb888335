/** Why git must not be given this address; it would run a program, or send what is secret in the open. */
export const refuseGitUrl = (url: string): string | undefined => {
  if (/^https:\/\/[^\s]+$/.test(url) || /^ssh:\/\/[A-Za-z0-9][^\s]*$/.test(url)) return undefined
  if (/^file:\/\/\/[^\s]*$/.test(url)) return undefined
  if (/^[A-Za-z0-9_.][\w.-]*@[A-Za-z0-9][\w.-]*:[^\s:][^\s]*$/.test(url)) return undefined
  return 'expected an address that starts with https:// or ssh://, or user@host:path'
}

export const refuseRef = (ref: string): string | undefined =>
  /^[A-Za-z0-9][\w./+@-]*$/.test(ref) && !ref.includes('..') && !ref.includes('@{')
    ? undefined
    : 'expected the name of a branch or a tag'
