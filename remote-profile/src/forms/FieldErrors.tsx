import { CircleAlert } from 'lucide-react';
import { Box, Icon, VisuallyHidden } from 'shared-runtime/ui';
import { Field } from 'shared-runtime/ui-controls';

/** What is wrong with the field around it, announced and tied to it; nothing while all is well. */
export function FieldErrors({ errors }: { errors: string[] }) {
  return (
    <Field.ErrorText>
      <Icon asChild boxSize="1.125rem" mt="0.15em" flexShrink={0}>
        <CircleAlert aria-hidden strokeWidth={1.75} />
      </Icon>
      <Box>
        {errors.map((error) => (
          <Box key={error}>
            <VisuallyHidden>Error: </VisuallyHidden>
            <span>{error}</span>
          </Box>
        ))}
      </Box>
    </Field.ErrorText>
  );
}
