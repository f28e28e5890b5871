/** A reason not to start that a person can act on, as one sentence. */
export class CannotMigrate extends Error {}
