"""What links and addresses hold (`screen`), how it is written (`link`, `packing`) and trained (`retrain`)."""
