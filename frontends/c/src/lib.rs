//! C text to the intermediate verification language.
