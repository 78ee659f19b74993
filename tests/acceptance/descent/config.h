/* What configures openssh: nothing. */
