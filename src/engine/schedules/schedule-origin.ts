/** Origin of what a schedule says. */
export const SCHEDULE_ORIGIN = 'schedule'
