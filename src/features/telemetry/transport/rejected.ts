/** The collector got it and did not take it: sending it again would not help. */
export class Rejected extends Error {
  override readonly name = 'Rejected'
}
