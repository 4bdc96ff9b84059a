import { createContext, use } from 'react';

/** Opens another page of the portal, after confirmation if input or an upload would be lost. */
export const LeaveContext = createContext<(to: string) => void>(() => undefined);

export const useLeave = () => use(LeaveContext);
