/** Variables that say which proxy to use, of any program: HTTPS_PROXY, npm_config_proxy … */
const PROXY = /proxy$/i

/** Whether a variable names a proxy with a user or password in its address. */
export const hasProxyUser = (name: string, value: string): boolean => PROXY.test(name) && value.includes('@')

/** The address of a proxy without user and password; other variables as they are. */
export const withoutProxyUser = (name: string, value: string): string =>
  hasProxyUser(name, value) ? value.replace(/^([a-z][a-z\d+.-]*:\/\/)?[\s\S]*@/i, '$1') : value
