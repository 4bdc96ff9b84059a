import { authRoutes, type ChangeUploadPasswordForm } from '@secure-preview/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshAuthStatus } from '../../../lib/api/auth-status.js';
import { call } from '../../../lib/http-client.js';

/** Unlocks the upload page for this session. Stays pending until the auth status is refreshed. */
export function useUnlock() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) => call(authRoutes.uploadPassword, { body: { password } }),
    onSuccess: () => refreshAuthStatus(queryClient),
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: ChangeUploadPasswordForm) => call(authRoutes.changeUploadPassword, { body }),
  });
}
