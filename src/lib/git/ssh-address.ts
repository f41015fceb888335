/** Whether git reaches this address through ssh: `ssh://…`, or `host:path` without a scheme. */
export const isSshAddress = (url: string): boolean =>
  /^(?:ssh|git\+ssh|ssh\+git):\/\//i.test(url) || (!url.includes('://') && /^[^/]+:/.test(url))
