// Limits how often something may happen.
export const createLimiter = (limit, windowMs, now) => {
  let moments = []
  const prune = () => {
    const from = now() - windowMs
    moments = moments.filter(moment => moment > from)
  }
  return {
    take() {
      prune()
      if (moments.length >= limit) return false
      moments.push(now())
      return true
    },
    size() {
      prune()
      return moments.length
    },
  }
}
