/** Calls once, or again and again; what comes back stops it. */
export const after = (ms: number, call: () => void): (() => void) => {
  const timer = setTimeout(call, ms)
  return () => clearTimeout(timer)
}

export const every = (ms: number, call: () => void): (() => void) => {
  const timer = setInterval(call, ms)
  return () => clearInterval(timer)
}
