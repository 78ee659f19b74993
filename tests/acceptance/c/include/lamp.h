/* Programs of the table sv-benchmarks include a header of this name, and use nothing of it. */
