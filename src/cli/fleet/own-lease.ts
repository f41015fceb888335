/** Of a lease: after so much of it nobody relies on still having it. */
const SAFE = 0.8
const LOOKS = 10

export interface OwnLease extends Disposable {
  /** Says something under the claim: from when it was begun the lease runs anew. */
  keeping<T>(say: () => Promise<T>): Promise<T>
  /** Nobody else can have the job yet. */
  readonly isSafe: boolean
  /** Calls once it may be somebody else's, if nothing was heard of the server until then. */
  whenOver(lost: () => void): void
}

export interface LeaseClock {
  /** Does not go back, and stands still while the machine sleeps. */
  steady(): number
  /** The one on the wall. */
  wall(): number
}

const CLOCK: LeaseClock = { steady: () => performance.now(), wall: () => Date.now() }

/**
 * What this worker knows by itself about its lease: whether the server hears it or not, before the lease is over it stops
 * what it does, so that whoever goes on with the job is alone with it.
 */
export const openLease = (leaseMs: number, clock: LeaseClock = CLOCK): OwnLease => {
  let heard = { steady: clock.steady(), wall: clock.wall() }
  let timer: NodeJS.Timeout | undefined
  const isSafe = (): boolean =>
    Math.max(clock.steady() - heard.steady, clock.wall() - heard.wall) < leaseMs * SAFE
  return {
    async keeping(say) {
      const begun = { steady: clock.steady(), wall: clock.wall() }
      const said = await say()
      heard = begun
      return said
    },
    get isSafe() {
      return isSafe()
    },
    whenOver(lost) {
      timer = setInterval(() => {
        if (isSafe()) return
        clearInterval(timer)
        lost()
      }, leaseMs / LOOKS)
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
