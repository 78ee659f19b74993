/* A function with an argument, and no main. */
int sum(int n)
{
    int all = 0;
    for (int i = 0; i < n && i < 1000; i++)
        all += 2;
    return all;
}
