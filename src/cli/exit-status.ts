/** Tells the program which status to end with; 0 unless a command says otherwise. */
export type SetExitStatus = (status: number) => void;
