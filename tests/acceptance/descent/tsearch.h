/* Stands for the header of musl, which harnesses include in front. */
