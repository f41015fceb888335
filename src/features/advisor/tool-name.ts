export const ADVISOR_TOOL = 'Advisor'
